// Package crds names the packages with the types of the add-ons that our manifests use.
package crds

import (
	_ "github.com/external-secrets/external-secrets/apis/externalsecrets/v1"
	_ "github.com/kedacore/keda/v2/apis/keda/v1alpha1"
	_ "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	_ "sigs.k8s.io/gateway-api/apis/v1"
)
