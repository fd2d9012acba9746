import type { TypeQti } from '../type-qti.ts'
import { unlikeQti } from './body-qti.ts'

interface Typed {
  readonly type: string
}

/** What a type declares that its key marks, and that loses nothing. */
export const byKeyInQti = {
  markedBy: () => 'key',
  losses: () => [],
  fileInBody: () => undefined,
} satisfies Partial<TypeQti<Typed>>

/** What a type declares that only a person marks. */
export const byPersonInQti = {
  ...byKeyInQti,
  markedBy: () => 'person',
  rules: unlikeQti,
} satisfies Partial<TypeQti<Typed>>

/** QTI has nothing like it: its questions are left out, with a reason. */
export const notInQti = {
  ...byKeyInQti,
  unmarked: () => undefined,
  rules: unlikeQti,
  body: unlikeQti,
} satisfies TypeQti<Typed>
