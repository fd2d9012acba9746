export {
  officeAddNoteRoute,
  officeEvidenceRoute,
  officeReplaySittingRoute,
  officeVerifySittingRoute,
} from './evidence-routes.ts'
