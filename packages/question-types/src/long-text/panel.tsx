import type { PanelProps } from '../panel-props.ts'
import { TypedField } from '../typing/typed-field.tsx'
import type { LongTextAnswer, LongTextQuestion } from './rules.ts'

/** One field that grows with its text. */
const LongTextPanel = ({ question, answer, renderHtml: _, ...others }: PanelProps<LongTextQuestion, LongTextAnswer>) => (
  <TypedField
    {...others}
    name={others.text('question.writeHere')}
    lines={question.lineCount}
    value={answer}
    showWordCount={question.showWordCount}
  />
)
export default LongTextPanel
