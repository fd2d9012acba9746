import { loadedPanel, type Panel } from './panel-loading.ts'
import { isQuestionType, type QuestionType } from './rules.ts'

/** What the learner sees of each type, each in a file of its own that is loaded when it is needed. */
export const typePanels = {
  RADIO: loadedPanel(() => import('./radio/panel.tsx')),
  TRUEFALSE: loadedPanel(() => import('./true-false/panel.tsx')),
  MULTICHOICE: loadedPanel(() => import('./multiple-choice/panel.tsx')),
  QUESTIONLTEXT: loadedPanel(() => import('./long-text/panel.tsx')),
  STATICTEXT: loadedPanel(() => import('./static-text/panel.tsx')),
} satisfies Record<QuestionType, Panel>

const unknownPanel = loadedPanel(() => import('./unknown/panel.tsx'))

/** The panel of a question by its type's code; an unknown one says that it is unsupported. */
export const panelOf = (code: string): Panel => (isQuestionType(code) ? typePanels[code] : unknownPanel)

export type { Panel } from './panel-loading.ts'
export { panelMessages } from './panel-messages.ts'
export type { PanelProps } from './panel-props.ts'
