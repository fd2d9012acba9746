import { type Panel, type PanelEntry, panelEntry } from './panel-loading.ts'
import { isQuestionType, type QuestionType } from './rules.ts'

/** What the learner sees of each type, each in a file of its own that is loaded when it is needed. */
export const typePanels = {
  COMBO: panelEntry(() => import('./combo/panel.tsx')),
  RADIO: panelEntry(() => import('./radio/panel.tsx')),
  TRUEFALSE: panelEntry(() => import('./true-false/panel.tsx')),
  RADIOOTHER: panelEntry(() => import('./radio-with-other/panel.tsx')),
  MULTICHOICE: panelEntry(() => import('./multiple-choice/panel.tsx')),
  MATCH: panelEntry(() => import('./match/panel.tsx')),
  BLANKS: panelEntry(() => import('./blanks/panel.tsx')),
  QTABLE: panelEntry(() => import('./table/panel.tsx')),
  QUESTIONLTEXT: panelEntry(() => import('./long-text/panel.tsx')),
  STATICTEXT: panelEntry(() => import('./static-text/panel.tsx')),
  ASCX: panelEntry(() => import('./legacy-control/panel.tsx')),
  MULTITEXT: panelEntry(() => import('./multi-text/panel.tsx')),
  EVIDENCE: panelEntry(() => import('./evidence/panel.tsx')),
  VISITED: panelEntry(() => import('./visited/panel.tsx')),
  QGRID: panelEntry(() => import('./grid-form/panel.tsx')),
} satisfies Record<QuestionType, PanelEntry>

const unknownPanel = panelEntry(() => import('./unknown/panel.tsx'))

const entryOf = (code: string): PanelEntry => (isQuestionType(code) ? typePanels[code] : unknownPanel)

/**
 * The panel of a question by its type's code; an unknown one says that it is unsupported. Ask once for each showing: the answer
 * changes when the code arrives, and a screen that changed with it would take the focus away.
 */
export const panelOf = (code: string): Panel => entryOf(code).panel()

/**
 * Fetches the panels of these types before they are shown. An exam does so before it starts: without a network, or after a new
 * version was put in place, a panel could no longer be fetched in the middle of it.
 */
export const loadPanels = async (codes: Iterable<string>): Promise<void> => {
  await Promise.all([...new Set(codes)].map((code) => entryOf(code).load()))
}

export type { Panel } from './panel-loading.ts'
export type { ExamFiles } from './panel-props.ts'
