/** Ids of what the tabs show, and of the tabs that name it. */
export const questionPaneId = 'question-pane'
export const sourcePaneId = 'source-pane'
export const questionTabId = 'question-tab'
export const sourceTabId = 'source-tab'
