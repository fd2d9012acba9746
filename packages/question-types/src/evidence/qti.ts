import { declared, textAbove } from '../qti-writing/body-qti.ts'
import { byPersonInQti } from '../qti-writing/facets-qti.ts'
import { xml } from '../qti-writing/xml-qti.ts'
import type { TypeQti } from '../type-qti.ts'
import type { AuthoredEvidence } from './marking.ts'

/** A file that is handed in. */
export const evidenceQti = {
  ...byPersonInQti,
  unmarked: () => ({ bindings: {}, declarations: declared('R1', 'single', 'file') }),
  body: (question) => ({ body: textAbove(question) + xml('qti-upload-interaction', { 'response-identifier': 'R1' }) }),
} satisfies TypeQti<AuthoredEvidence>
