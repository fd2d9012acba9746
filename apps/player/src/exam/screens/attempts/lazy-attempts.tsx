import type { Question } from '@sitwell/contract'
import type { Language } from '@sitwell/i18n/languages'
import type { ComponentProps } from 'react'
import type { LoadedExam } from '../../content/loaded-exam.ts'
import { Preloaded, preloadable, preloadWithMessages } from '../preload/preloadable.tsx'
import type Attempts from './attempts.tsx'

type AttemptsProps = ComponentProps<typeof Attempts>
const code = preloadable<AttemptsProps>(() => import('./attempts.tsx'))

/** Whether answers are checked is shown without a network too: the code of it and its words in this language. */
export const loadAttempts = (language: Language): Promise<void> => preloadWithMessages(code, language)

const hasOwn = ({ attempts }: Question) => attempts !== undefined

export const hasAttempts = ({ questions }: Pick<LoadedExam, 'questions'>): boolean => [...questions.values()].some(hasOwn)

/** What has the answer to a question checked, where that may be. */
export const LazyAttempts = (props: AttemptsProps) => hasOwn(props.question) && <Preloaded code={code} props={props} />
