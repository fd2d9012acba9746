import type { Language } from '@sitwell/i18n/languages'
import { loadCustomCode } from '@sitwell/question-types/panels'
import { codeAhead, loadWithWords, ShownAhead } from '../later/code-ahead.tsx'
import type { CodeTaskProps } from './code-task.tsx'

const code = codeAhead<CodeTaskProps>(() => import('./code-task.tsx'))

/** What runs code of a question's author: most exams have none, and never load it. */
export const loadCode = async (language: Language): Promise<void> => {
  await Promise.all([loadCustomCode(), loadWithWords(code, language)])
}

/** Code of a question's author, in a frame that reaches nothing. */
export const LazyCode = (props: CodeTaskProps) => <ShownAhead code={code} props={props} />
