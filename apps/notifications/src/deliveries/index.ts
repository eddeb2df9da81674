// What other rooms use of deliveries.
export { DeliveriesService } from './deliveries.service.ts';
