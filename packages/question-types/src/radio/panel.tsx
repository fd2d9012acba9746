import { SingleChoicePanel } from '../option/single-choice-panel.tsx'
import type { PanelProps } from '../panel-props.ts'
import type { RadioAnswer, RadioQuestion } from './rules.ts'

/** One of several, below each other. */
const RadioPanel = (props: PanelProps<RadioQuestion, RadioAnswer>) => <SingleChoicePanel {...props} />
export default RadioPanel
