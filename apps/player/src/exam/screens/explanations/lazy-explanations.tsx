import type { Question } from '@sitwell/contract'
import type { Language } from '@sitwell/i18n/languages'
import type { ExplainedProps } from '@sitwell/ui/html-reading.tsx'
import type { ComponentProps } from 'react'
import type { LoadedExam } from '../../content/loaded-exam.ts'
import { codeAhead, ShownAhead } from '../later/code-ahead.tsx'
import type ExplainedAnswers from './explained-answers.tsx'
import type ExplainedText from './explained-text.tsx'

const inText = codeAhead<ComponentProps<typeof ExplainedText>>(() => import('./explained-text.tsx'))
const ofAnswers = codeAhead<ComponentProps<typeof ExplainedAnswers>>(() => import('./explained-answers.tsx'))

/** Explanations are shown without a network too: their code and its words in this language. */
export const loadExplanations = async (language: Language): Promise<void> => {
  const { loadWords } = await import('./explanation-words.ts')
  await Promise.all([inText.load(), ofAnswers.load(), loadWords(language)])
}

export const hasExplanations = ({ questions }: Pick<LoadedExam, 'questions'>): boolean =>
  [...questions.values()].some(({ explanations }) => explanations)

const explainedIn = (question: Question) => (props: ExplainedProps) => (
  <ShownAhead code={inText} props={{ ...props, question }} />
)

/** How the texts of a question are read that has explanations. */
export const explainedReading = (question: Question) => (question.explanations ? { Explained: explainedIn(question) } : {})

/** The explanations of words that can't be opened where they stand. */
export const LazyExplainedAnswers = (props: ComponentProps<typeof ExplainedAnswers>) => (
  <ShownAhead code={ofAnswers} props={props} />
)
