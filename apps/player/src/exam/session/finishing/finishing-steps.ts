import type { Finishing } from '@sitwell/exam/parts/finishing'
import type { ExtensionSteps } from '../extension/extension-steps.ts'

/** A part that ends, and the one that comes after it. */
export type FinishedPart = Extract<Finishing, { readonly kind: 'part' }>

/** What finishing needs of the sitting. None of it throws. */
export interface FinishingSteps {
  /** Ends a part for good: its answers are saved, and the server is told. */
  completePart(part: FinishedPart): Promise<void>
  /** Opens the first question of the part that comes after it. */
  enterNextPart(part: FinishedPart): Promise<void>
  readonly extension: ExtensionSteps
  /** Gives the exam this many seconds more. */
  extend(seconds: number): Promise<void>
  /** The exam opens again: the time that stood until its learner had read of the extension continues. */
  goOn(): void
}
