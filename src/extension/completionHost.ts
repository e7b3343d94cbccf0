// Entry of the bundle of the completion, which the Node host loads when it is turned on.
export { completionModule } from "./completion/createCompletion.ts";
