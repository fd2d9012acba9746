import type { Question } from '@sitwell/contract'
import type { Values } from '@sitwell/i18n/format'
import type { MessageId } from '@sitwell/i18n/message-ids'
import type { ReactNode } from 'react'

/** Files of the exam and its server, for what shows them by itself. */
export interface ExamFiles {
  /** The API endpoint. */
  readonly apiUrl: string
  /** The address that a file is loaded from, undefined where content may not load it. */
  addressOf(address: string): string | undefined
  /** A picture of the exam as a data URL, from what was loaded ahead; undefined where there is none. */
  asData(address: string): Promise<string | undefined>
  /** Any file of the exam, from what was loaded ahead; undefined where there is none. */
  read(address: string): Promise<Blob | undefined>
  /** The origin at which the code of questions runs; undefined where the server has none apart from its own. */
  readonly codeOrigin: string | undefined
  /** Tells whoever looks after the sitting that the code of a question failed. */
  noteFailure(message: string): void
}

/** The files of the form run, of which some are chosen within a question. The place beside the question shows how each stands. */
export interface PanelUploads {
  /** Takes a file as the place beside does, which says why where it isn't taken, and asks where one of its name is there. */
  choose(file: File, onTaken: (name: string) => void): void
  /** The learner doesn't want the file of this name any more. */
  takeBack(name: string): void
  /** The names of all files that wait or are on the server; undefined where nobody knows. The same set as long as it holds the same. */
  names(): ReadonlySet<string> | undefined
  subscribe(listener: () => void): () => void
}

/** A recording, of sound or a film, that a question counts the plays of. */
export interface CountedRecording {
  readonly src: string
  readonly captions: string | undefined
  /** How often it is to be begun; fewer are an answer all the same. */
  readonly least: number
  /** How often it may be begun; 0 where nothing limits it. */
  readonly most: number
  readonly autoPlay: boolean
  readonly repeats: boolean
  readonly plays: { readonly count: number; readonly atSeconds: number | undefined }
  /** Nothing plays now, whoever asks. */
  readonly isHeld: boolean
  /** Another play was heard to begin. */
  onPlay(): void
  /** How far the play is that is under way, in seconds; undefined at its end. */
  onHeard(atSeconds: number | undefined): void
}

/** Code of a question's author that asks and answers by itself, in a frame that reaches nothing. */
export interface CustomCode {
  readonly label: string
  readonly type: string
  readonly module: string
  readonly modules: readonly { readonly id: string; readonly file: string }[]
  readonly files: readonly { readonly name: string; readonly src: string }[]
  readonly properties: readonly { readonly name: string; readonly value: string }[]
  readonly markup: string
  readonly response: string
  /** What it holds: its response and its state as they are kept; empty where nothing was answered. */
  readonly value: string
  readonly isLocked: boolean
  /** The ids of what names its question. */
  readonly labelledBy: string
  /** The theme as it is now, for code that fits itself into it. */
  theme(): Readonly<Record<string, string>>
  /** Takes JSON of a response and a state; false where it is no answer, or more than is kept. */
  onAnswer(json: string): boolean
}

/** What a question's panel gets. A panel holds no answer of its own: it shows `answer` and reports each change. */
export interface PanelProps<Q extends Question = Question, A = unknown> {
  readonly question: Q
  readonly answer: A
  onChange(answer: A): void
  /** Paused, reading time, completed part. */
  readonly disabled: boolean
  /** The id of the element that names the question, for `aria-labelledby`. */
  readonly labelledBy: string
  /** Cleans and shows HTML of the exam; the only way to show any. */
  renderHtml(html: string): ReactNode
  /** Shows and plays a recording of the exam; the only way to play any. */
  renderRecording(recording: CountedRecording): ReactNode
  /** Shows code of a question's author in a frame of its own; the only way to run any. */
  renderCustomCode(code: CustomCode, files: ExamFiles): ReactNode
  /** The same HTML cleaned, for what reads it further; pictures that it doesn't hold itself are left out. */
  cleanHtml(html: string): string
  readonly files: ExamFiles
  readonly uploads: PanelUploads
  /** Tells support of a fault; the exam goes on. */
  reportError(error: unknown, info?: string): void
  /** A text of the message catalogue. */
  text(id: MessageId, values?: Values): string
  /** What time it is, in milliseconds since 1970, as the server says; a panel has no clock of its own. */
  nowMs(): number
  /** Moves a dialog's actions where none that can't be undone (`data-irreversible`) lies under the press that opened it. */
  keepClear(actions: HTMLElement): void
  /** While a text field has the focus the arrow keys stay with it (spec 2 §4). */
  onTextFocus(focused: boolean): void
}
