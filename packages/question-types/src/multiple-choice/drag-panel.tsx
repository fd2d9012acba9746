import { ChoiceBoard } from './choice-board.tsx'
import { choicePanel } from './choice-panel.tsx'

/** Tick boxes, and where the author wants it a place to drag options to: a file of its own, for dragging is heavy (decision 93). */
export default choicePanel(ChoiceBoard)
