export {
  officeAddNoteRoute,
  officeEvidenceRoute,
  officeReplaySittingRoute,
  officeVerifySittingRoute,
} from './evidence-routes.ts'
export { officeReplayStepsRoute } from './replay-steps.ts'
