import type { PanelProps } from '../panel-props.ts'
import type { MultipleChoiceQuestion } from './rules.ts'

/** How many options to choose, as the question asks for it: it is told, and never blocks (decisions). */
export const limitText = (
  { minOptions, maxOptions, options }: Pick<MultipleChoiceQuestion, 'minOptions' | 'maxOptions' | 'options'>,
  text: PanelProps['text'],
): string => {
  const limited = maxOptions > 0 && maxOptions < options.length
  if (limited && minOptions === maxOptions) return text('question.chooseExactly', { count: maxOptions })
  if (limited && minOptions > 0) return text('question.chooseBetween', { min: minOptions, max: maxOptions })
  if (limited) return text('question.chooseAtMost', { max: maxOptions })
  if (minOptions > 1) return text('question.chooseAtLeast', { min: minOptions })
  return text('question.chooseAny')
}
