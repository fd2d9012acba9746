import { SingleChoicePanel } from '../option/single-choice-panel.tsx'
import type { PanelProps } from '../panel-props.ts'
import type { TrueFalseAnswer, TrueFalseQuestion } from './rules.ts'

/** True or false: two short rows, side by side where there is room. */
const TrueFalsePanel = (props: PanelProps<TrueFalseQuestion, TrueFalseAnswer>) => <SingleChoicePanel {...props} columns />
export default TrueFalsePanel
