import type { SebSettings } from './seb-config-key.ts'

/** What of an exam Safe Exam Browser is set up by. */
export interface SebExam {
  /** Where its learners sign in. */
  readonly startUrl: string
  /** Opening this address closes the program. */
  readonly quitUrl: string
  /** Origins that pages are loaded from: the player's, and that of its calls. */
  readonly origins: readonly string[]
  /** Sites that may be opened besides, as `dictionary.example/*`. */
  readonly allowedSites: readonly string[]
  /** In hexadecimal digits the SHA-256 of the password that ends the program early; without one anybody may. */
  readonly quitPasswordHash: string | undefined
  /** Files are chosen in it. */
  readonly takesFiles: boolean
  /** Makes the keys of this exam its own, so that nobody knows them who was not given the file. */
  readonly salt: Uint8Array
}

/** A pattern of the filter: the host, with its port where that isn't the scheme's own, and everything below it. */
const patternOf = (origin: string) => `${new URL(origin).host}/*`

/**
 * The settings that the server makes for an exam. What is in none of them is as each version of the program has it, which is the
 * safer way. What the browser keeps is never cleared: answers that have not reached the server are there.
 */
export const sebSettingsOf = (exam: SebExam, more: SebSettings = {}): SebSettings => ({
  allowDictation: false,
  allowDictionaryLookup: false,
  allowDownloads: exam.takesFiles,
  allowDownUploads: exam.takesFiles,
  allowPreferencesWindow: false,
  allowQuit: true,
  allowScreenSharing: false,
  allowSiri: false,
  allowSpellCheck: false,
  allowSwitchToApplications: false,
  allowUploads: exam.takesFiles,
  allowVirtualMachine: false,
  browserWindowAllowReload: true,
  // 3: the modern engine wherever there is one; it tells its keys to the page's script.
  browserWindowWebView: 3,
  enablePrivateClipboard: true,
  examKeySalt: exam.salt,
  examSessionClearCookiesOnEnd: false,
  examSessionClearCookiesOnStart: false,
  hashedQuitPassword: exam.quitPasswordHash ?? '',
  quitURL: exam.quitUrl,
  quitURLConfirm: false,
  removeBrowserProfile: false,
  removeLocalStorage: false,
  // 0: for an exam; 1 would change how the program is set up on that computer.
  sebConfigPurpose: 0,
  sendBrowserExamKey: true,
  showReloadButton: true,
  showTime: true,
  startURL: exam.startUrl,
  URLFilterEnable: true,
  URLFilterEnableContentFilter: false,
  URLFilterRules: [...new Set([...exam.origins.map(patternOf), ...exam.allowedSites])].map((expression) => ({
    action: 1,
    active: true,
    expression,
    regex: false,
  })),
  ...more,
})
