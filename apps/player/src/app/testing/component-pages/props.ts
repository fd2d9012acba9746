import type { Answer, Question } from '@sitwell/contract'
import type { LanguageTag } from '@sitwell/i18n/languages'
import type { TablePageProps } from '@sitwell/office-ui/testing/table-page-props.ts'

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

/** What the office's app knows of the person and the moment. */
interface OfficeProps {
  /** English unless given. */
  readonly language?: LanguageTag
  /** Name of a theme; Default unless given. */
  readonly theme?: string
  /** The moment that the page takes for now (Unix ms), by which ages don't grow; the time when it is opened unless given. */
  readonly nowMs?: number
}

/** The component pages by name, with what a test gives to each as JSON. */
export interface ComponentPages {
  questions: QuestionsProps
  /** The office's table with made-up people. */
  table: OfficeProps & TablePageProps
  /** Tabs, menu, fields, progress and side panel of the office. */
  officeControls: OfficeProps
  /** Forms, dates, a dialog before an act, and a secret that is shown once. */
  officeForms: OfficeProps
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
