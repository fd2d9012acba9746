import { textAbove } from '../qti-writing/body-qti.ts'
import { byPersonInQti } from '../qti-writing/facets-qti.ts'
import type { TypeQti } from '../type-qti.ts'
import type { AuthoredStaticText } from './marking.ts'

/** A body without an interaction. */
export const staticTextQti = {
  ...byPersonInQti,
  markedBy: () => 'nobody',
  unmarked: () => ({ bindings: {}, declarations: '' }),
  body: (question) => ({ body: textAbove(question) }),
} satisfies TypeQti<AuthoredStaticText>
