import type { Question } from '@sitwell/contract'
import { type ComponentType, lazy } from 'react'
import type { PanelProps } from './panel-props.ts'

/** A panel of any type, as the question screen holds it. */
export type Panel = ComponentType<PanelProps>

/** A panel that is loaded when it is first shown, or before. */
export interface PanelEntry {
  /** The panel itself where its code is there, else one that shows as soon as it is. */
  panel(): Panel
  /** Fetches its code; nothing is fetched twice. */
  load(): Promise<LoadedPanel>
  /** The panel in its place where the question's answers are dragged, with all that dragging needs. */
  readonly dragged?: PanelEntry
}

/** A panel's code. Some of its questions may need more: of these questions, or of any where nobody knows yet which there are. */
export interface LoadedPanel {
  readonly loadBesides?: (questions?: Iterable<object>) => Promise<void>
}

type LoadPanel<Q extends Question, A> = () => Promise<{ default: ComponentType<PanelProps<Q, A>> } & LoadedPanel>

/**
 * The registry forgets the panel's own types of question and answer: whoever shows it hands over the question as the rules of
 * the same type read it, and an answer that those rules made.
 */
export const panelEntry = <Q extends Question, A>(load: LoadPanel<Q, A>, loadDragged?: LoadPanel<Q, A>): PanelEntry => {
  let loaded: Panel | undefined
  const fetchPanel = async () => {
    const module = await load()
    loaded = module.default as unknown as Panel
    return module
  }
  const whenLoaded = lazy(fetchPanel) as unknown as Panel
  // A lazy component suspends at its first showing even when its code is there, and React then holds its place for 300 ms.
  const entry = { panel: () => loaded ?? whenLoaded, load: fetchPanel }
  return loadDragged === undefined ? entry : { ...entry, dragged: panelEntry(loadDragged) }
}
