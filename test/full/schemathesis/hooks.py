# Drops what Schemathesis reports although the API is right: requests that fit every schema and break a rule that JSON Schema
# cannot say. Each rule stands here with its reason, for the fields of one operation.
import json
import os
import re

import schemathesis
from schemathesis.core.failures import AcceptedNegativeData
from schemathesis.core.parameters import ParameterLocation
from schemathesis.openapi.checks import RejectedPositiveData

# These codes of status 400 say that the form is right and that what it names does not exist: a cursor that we did not give
# out, an event that is no longer kept, a product or application of nobody.
NOTHING_OF_THAT_NAME = {"InvalidNextToken", "UnknownReference"}

ADDRESSES = {
    r"(mainImage|link)|(images|videos)\[\d+\]": "An address must be one by the WHATWG URL standard, which no format of JSON Schema means.",
}
ONE_FILTER = {r"texts|applicationId": "`texts` and `applicationId` are one filter: both or none."}
LANGUAGE = "A language is a BCP 47 tag or the English name of one."
INPUTS = {
    r"inputs(\W.*)?": "What inputs an application takes is in its record, and in that of a workspace by its own schema.",
    r"environment\.model": "Which models there are is configuration, as GET /models tells.",
    r"environment\.language": LANGUAGE,
}
CHOICE = {
    r"products(\..*)?": "Either `ids` or a `filter`, whose fields depend on each other, that choose a product at all.",
}
DEFINITION = {
    **INPUTS,
    r"instructions": "Instructions must be a template of Liquid that names known values.",
    r"(inputSchema|resultSchema)(\W.*)?": "The schemas of an application may use a part of JSON Schema only.",
}

# By operation: the targets that may be refused with InvalidArgument, each with the reason.
RULES = {
    "ListProducts": ONE_FILTER,
    "CountProducts": ONE_FILTER,
    "ExportProducts": ONE_FILTER,
    "GetStatistics": {
        r"to": "The end must come after the begin, and not too many intervals later.",
        r"by": "The number of points depends on what is in the database.",
    },
    "CreateProduct": ADDRESSES,
    "UpdateProduct": {
        **ADDRESSES,
        r"title|features": "A Custom product has no `features`, and its title cannot be taken away.",
    },
    "ImportCsvProducts": {r"[\s\S]*": "The file is CSV with a header that names columns, and the target is a column."},
    "ImportRetailerProducts": {
        r"marketplace|refresh|validateOnly": "In the query only beside a text; a JSON body has these fields itself.",
        r"asins|": "A text must name at least one identifier, in a column `asin` if it is CSV.",
        **{f"then\\.{target}": reason for target, reason in INPUTS.items()},
    },
    "CreateGeneration": INPUTS,
    "RetryGeneration": INPUTS,
    "AcceptGeneration": {
        r"variant|documentId": "`variant` goes with no `result`, and `documentId` with no product.",
        r"parts": "Only a listing has parts.",
        r"result(\W.*)?": "The result is checked as that of a model is, by the application and the product.",
    },
    "CheckContent": {
        r"result(\W.*)?": "Whether the result is a text or a list is up to the application.",
        r"language": LANGUAGE,
    },
    "CreateBatch": {
        **INPUTS,
        **CHOICE,
        r"maxCostMicros": "Only some models have a price.",
    },
    "CreateDataset": {**INPUTS, **CHOICE},
    "CreateExperiment": {
        **INPUTS,
        r"(arms|judge)(\W.*)?": "Names of arms differ. What an arm or a judge may be is up to the application and to the models there are.",
        r"maxCostMicros": "Only some models have a price.",
    },
    "ListPolicies": {r"language": LANGUAGE},
    "CreatePolicy": {
        r"": "A policy is one of three kinds, each of fields of its own.",
        r"limit": "The least is not above the most.",
    },
    "AcceptInvitation": {r"code": "Only who was invited has the code."},
    "CreateApplication": DEFINITION,
    "ReplaceApplication": DEFINITION,
    "PreviewGeneration": {
        **DEFINITION,
        **{f"definition\\.{target}": reason for target, reason in DEFINITION.items()},
    },
    "CreateWebhook": {r"url": "The address must be public; which ones are is configuration."},
    "UpdateWebhook": {r"url": "The address must be public; which ones are is configuration."},
    "CreateAccount": {r"password": "A password must not be easy to guess."},
    "ChangePassword": {r"currentPassword|newPassword": "The password must be the present one, and the new one not easy to guess."},
    "EraseWorkspace": {r"confirm": "It must be the name of the workspace."},
    "CreateApiKey": {r"expiresAt": "The time must be in the future."},
}


# The tool makes no experiment, because it does not know which models there are. It is told one of the first person.
OF_EXPERIMENT = {"GetExperiment", "GetExperimentPair", "CancelExperiment", "FollowExperiment"}


@schemathesis.hook
def before_call(context, case, kwargs):
    experiment = os.environ.get("API_EXPERIMENT")
    operation = case.operation.definition.raw["operationId"]
    if experiment and operation in OF_EXPERIMENT and case.meta and case.meta.generation.mode.is_positive:
        case.path_parameters["id"] = experiment


@schemathesis.hook
def filter_failure(context, failure, case, response):
    if isinstance(failure, RejectedPositiveData) and response.status_code == 400:
        operation = case.operation.definition.raw["operationId"]
        error = response.json()["error"]
        return not (has_unquoted_tag(case) or is_poison(case, error) or breaks_a_rule(operation, error))
    if isinstance(failure, AcceptedNegativeData):
        return not is_text(case)
    # OpenAPI 3.1 describes a stream as one text. Schemathesis expects the schema of an event there, as of OpenAPI 3.2.
    return failure.title != "SSE event violates schema"


def breaks_a_rule(operation, error):
    if error["code"] in NOTHING_OF_THAT_NAME:
        return True
    rules = RULES.get(operation, {})
    targets = [detail.get("target", "") for detail in error["details"]] or [error.get("target", "")]
    return all(any(re.fullmatch(rule, target, re.DOTALL) for rule in rules) for target in targets)


def is_poison(case, error):
    """Whether a name in the body is refused wherever it stands, because a program that copies it would change all its objects."""
    return error["code"] == "MalformedJson" and "__proto__" in json.dumps(case.body)


def has_unquoted_tag(case):
    """Whether the case only counts as valid: the coverage phase makes no header with quotes and sends an invalid one."""
    tag = case.headers.get("If-Match")
    return tag is not None and not re.fullmatch(r'\*|(W/)?".*"', str(tag))


def is_text(case):
    """Whether only the body is wrong and is a text: as a text every value has the right type."""
    location = getattr(case.meta.phase.data, "parameter_location", None)
    return case.media_type == "text/csv" and location == ParameterLocation.BODY
