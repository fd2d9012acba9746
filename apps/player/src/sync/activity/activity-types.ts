/** Types of activities (spec 3 §7). */
export const activityTypes = {
  localAnswer: 0,
  serverAnswer: 1,
  workings: 2,
  moveQuestion: 3,
  next: 4,
  previous: 5,
  startExam: 6,
  finishExam: 7,
  timedOut: 8,
  resume: 9,
  setFormRunGuid: 10,
  moveSection: 11,
  offline: 12,
  online: 13,
  uploadOnline: 14,
  uploadOffline: 15,
  deleteUploadOnline: 16,
  deleteUploadOffline: 17,
  confirmPopup: 18,
  displayPopup: 19,
  popupError: 20,
  examTimer: 21,
  fullScreen: 22,
  changeSystemTime: 23,
} as const
export type ActivityType = (typeof activityTypes)[keyof typeof activityTypes]

/** 0 is off, 1 keeps the log here and sends it, 2 only sends it (decisions, the running exam). */
export type LoggingMode = 0 | 1 | 2

/** The mode from the configuration: exactly the integers 1 and 2 turn logging on, and preview mode turns it off (spec 3 §7). */
export const loggingMode = (configured: unknown, previewMode: boolean): LoggingMode =>
  !previewMode && (configured === 1 || configured === 2) ? configured : 0
