import type { Language } from '@sitwell/i18n/languages'
import { loadCustomCode } from '@sitwell/question-types/panels'
import { Preloaded, preloadable, preloadWithMessages } from '../preload/preloadable.tsx'
import type { CodeTaskProps } from './code-task.tsx'

const code = preloadable<CodeTaskProps>(() => import('./code-task.tsx'))

/** What runs code of a question's author: most exams have none, and never load it. */
export const loadCode = async (language: Language): Promise<void> => {
  await Promise.all([loadCustomCode(), preloadWithMessages(code, language)])
}

/** Code of a question's author, in a frame that reaches nothing. */
export const LazyCode = (props: CodeTaskProps) => <Preloaded code={code} props={props} />
