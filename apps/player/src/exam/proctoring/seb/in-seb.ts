import { saysSafeExamBrowser } from '../../../context/browser/safe-exam-browser.ts'

/**
 * Whether this is Safe Exam Browser, by what it says of itself. It decides what a learner is told, and nothing else: what is given out
 * the server decides by the program's keys.
 */
export const isInSeb = (): boolean => 'SafeExamBrowser' in globalThis || saysSafeExamBrowser(navigator.userAgent)
