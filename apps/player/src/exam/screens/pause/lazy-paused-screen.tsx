import type { Language } from '@sitwell/i18n/languages'
import type { ExamRun } from '../../session/run/use-exam-run.ts'
import { Preloaded, preloadable, preloadWithMessages } from '../preload/preloadable.tsx'

const code = preloadable<{ readonly run: ExamRun }>(() => import('./paused-screen.tsx'))

/** Loads its code and what it says behind the first question: a pause may come for want of the connection. */
export const loadPausedScreen = (language: Language): Promise<void> => preloadWithMessages(code, language)

/** Covers the exam in a pause; while its code loads, the page is empty. */
export const LazyPausedScreen = (props: { readonly run: ExamRun }) => <Preloaded code={code} props={props} />
