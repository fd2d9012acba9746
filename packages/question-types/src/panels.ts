import type { Question } from '@sitwell/contract'
import { type Panel, type PanelEntry, panelEntry } from './panel-loading.ts'
import { isQuestionType, type QuestionType } from './rules.ts'

/** What the learner sees of each type, each in a file of its own that is loaded when it is needed. */
export const typePanels = {
  COMBO: panelEntry(() => import('./combo/panel.tsx')),
  RADIO: panelEntry(() => import('./radio/panel.tsx')),
  TRUEFALSE: panelEntry(() => import('./true-false/panel.tsx')),
  RADIOOTHER: panelEntry(() => import('./radio-with-other/panel.tsx')),
  MULTICHOICE: panelEntry(
    () => import('./multiple-choice/panel.tsx'),
    () => import('./multiple-choice/drag-panel.tsx'),
  ),
  MATCH: panelEntry(() => import('./match/panel.tsx')),
  BLANKS: panelEntry(() => import('./blanks/panel.tsx')),
  QTABLE: panelEntry(() => import('./table/panel.tsx')),
  QUESTIONLTEXT: panelEntry(() => import('./long-text/panel.tsx')),
  STATICTEXT: panelEntry(() => import('./static-text/panel.tsx')),
  ASCX: panelEntry(() => import('./legacy-control/panel.tsx')),
  MULTITEXT: panelEntry(() => import('./multi-text/panel.tsx')),
  EVIDENCE: panelEntry(() => import('./evidence/panel.tsx')),
  HOTTEXT: panelEntry(() => import('./hot-text/panel.tsx')),
  VISITED: panelEntry(() => import('./visited/panel.tsx')),
  QGRID: panelEntry(async () => {
    const { default: panel, loadBesides } = await import('./grid-form/panel.tsx')
    return { default: panel, loadBesides }
  }),
} satisfies Record<QuestionType, PanelEntry>

const unknownPanel = panelEntry(() => import('./unknown/panel.tsx'))

/** What of a question decides which panel shows it. */
type Shown = Pick<Question, 'type' | 'dragAndDrop'>

const entryOf = ({ type, dragAndDrop }: Shown): PanelEntry => {
  const entry: PanelEntry = isQuestionType(type) ? typePanels[type] : unknownPanel
  return (dragAndDrop ? entry.dragged : undefined) ?? entry
}

/**
 * The panel of a question; one of an unknown type says that it is unsupported. Ask once for each showing: the answer
 * changes when the code arrives, and a screen that changed with it would take the focus away.
 */
export const panelOf = (question: Shown): Panel => entryOf(question).panel()

/**
 * Fetches the panels of these questions before they are shown. An exam does so before it starts: without a network, or after a new
 * version was put in place, a panel could no longer be fetched in the middle of it.
 */
export const loadPanels = async (questions: Iterable<Shown>): Promise<void> => {
  const shown = [...questions]
  await Promise.all([...new Set(shown.map(entryOf))].map(async (entry) => (await entry.load()).loadBesides?.(shown)))
}

/** Fetches those of all types: for an exam of which nobody knows yet what comes in it. */
export const loadAllPanels = async (): Promise<void> => {
  const entries = Object.values<PanelEntry>(typePanels).flatMap((entry) => [entry, entry.dragged ?? entry])
  await Promise.all([...new Set(entries)].map(async (entry) => (await entry.load()).loadBesides?.()))
}

/** Fetches what shows code of a question's author, before it is shown. */
export const loadCustomCode = async (): Promise<void> => void (await import('./grid-form/custom-entry.tsx'))

export type { Panel } from './panel-loading.ts'
export type { CountedRecording, CustomCode, ExamFiles, PanelUploads } from './panel-props.ts'
