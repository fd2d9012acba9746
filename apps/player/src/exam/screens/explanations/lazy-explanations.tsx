import type { Question } from '@sitwell/contract'
import type { Language } from '@sitwell/i18n/languages'
import type { ExplainedProps } from '@sitwell/ui/html-reading.tsx'
import type { ComponentProps } from 'react'
import type { LoadedExam } from '../../content/loaded-exam.ts'
import { Preloaded, preloadable, preloadWithMessages } from '../preload/preloadable.tsx'
import type Explained from './explained.tsx'

const code = preloadable<ComponentProps<typeof Explained>>(() => import('./explained.tsx'))

/** Explanations are shown without a network too: their code and its words in this language. */
export const loadExplanations = (language: Language): Promise<void> => preloadWithMessages(code, language)

export const hasExplanations = ({ questions }: Pick<LoadedExam, 'questions'>): boolean =>
  [...questions.values()].some(({ explanations }) => explanations)

const explainedIn = (question: Question) => (text: Partial<ExplainedProps>) => (
  <Preloaded code={code} props={{ ...text, question }} />
)

/** How the texts of a question are read: what is explained in them, and without a text, in its answers. */
export const explainedReading = (question: Question) => ({
  Explained: question.explanations ? explainedIn(question) : undefined,
})
