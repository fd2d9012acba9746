import type { Question } from '@sitwell/contract'
import { type ComponentType, lazy } from 'react'
import type { PanelProps } from './panel-props.ts'

/** A panel of any type, as the question screen holds it. */
export type Panel = ComponentType<PanelProps>

/** A panel that is loaded when it is first shown, or before. */
export interface PanelEntry {
  readonly Panel: Panel
  /** Fetches its code; nothing is fetched twice. */
  load(): Promise<unknown>
}

/**
 * The registry forgets the panel's own types of question and answer: whoever shows it hands over the question as the rules of
 * the same type read it, and an answer that those rules made.
 */
export const panelEntry = <Q extends Question, A>(
  load: () => Promise<{ default: ComponentType<PanelProps<Q, A>> }>,
): PanelEntry => ({ Panel: lazy(load) as unknown as Panel, load })
