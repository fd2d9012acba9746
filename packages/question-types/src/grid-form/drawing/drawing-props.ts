import type { ComponentOf } from '../form.ts'
import type { FormHands } from '../form-hands.ts'

/** What draws gets: its field, and the form's ways to change it. */
export interface DrawingProps {
  readonly field: ComponentOf<'drawing'>
  readonly hands: FormHands
}
