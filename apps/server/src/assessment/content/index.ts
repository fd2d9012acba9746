export { attemptQuestionRoute } from './attempt-question.ts'
export { toldHtmlOf } from './attempt-state.ts'
export { examJsonRoute } from './exam-json.ts'
export { firstPartOf } from './first-part.ts'
export { partKeyRoute } from './part-key.ts'
export { attemptInPreview, kindOfPreview, previewContent } from './preview-content.ts'
export {
  holderOfToken,
  isTokenOfOrganisation,
  type ResourceHolder,
  resourcePathOf,
  signResourceToken,
} from './resource-token.ts'
export { isFileSealed } from './sealed-file.ts'
