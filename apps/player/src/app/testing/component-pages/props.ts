import type { Answer, Question } from '@sitwell/contract'
import type { LanguageTag } from '@sitwell/i18n/languages'

/** Questions as the exam shows them, without an exam around them. */
interface QuestionsProps {
  /** As `exam/json` has them; the first one shows. */
  readonly questions: readonly Question[]
  /** No answer is taken, as in a pause. */
  readonly isLocked?: boolean
  /** English unless given. */
  readonly language?: LanguageTag
  /** Addresses, such as data URLs, by the path that names a file in the questions. */
  readonly files?: Readonly<Record<string, string>>
}

/** The component pages by name, with what a test gives to each as JSON. */
export interface ComponentPages {
  questions: QuestionsProps
}

/** One change that the learner made, as the answer book would be given it. */
export interface ReportedChange {
  readonly questionId: string
  readonly answer?: Answer
  readonly bookmarked?: boolean
}

declare global {
  interface Window {
    /** Shows a component; resolves once it is drawn. */
    openComponent<Name extends keyof ComponentPages>(name: Name, props: ComponentPages[Name]): Promise<void>
    /** What the shown component has reported, the oldest first. */
    readonly componentChanges: ReportedChange[]
  }
}
