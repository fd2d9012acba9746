import type { Language } from '@sitwell/i18n/languages'
import type { LoadedExam } from '../../content/loaded-exam.ts'
import { Preloaded, preloadable, preloadWithMessages } from '../preload/preloadable.tsx'
import type { PartTimeProps } from './part-time.tsx'

const code = preloadable<PartTimeProps>(() => import('./part-time.tsx'))

/** The times of parts are told without a network too: the code for it and its words in this language. */
export const loadPartTime = (language: Language): Promise<void> => preloadWithMessages(code, language)

export const hasPartTimes = ({ plan }: Pick<LoadedExam, 'plan'>): boolean =>
  plan.parts.some(({ timeMs, readingMs }) => timeMs > 0 || readingMs > 0)

/** What is told of the time of a part before it begins; nothing in exams without such times. */
export const LazyPartTime = (props: PartTimeProps) => hasPartTimes(props.exam) && <Preloaded code={code} props={props} />
