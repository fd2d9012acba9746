/** Whether a user agent names Safe Exam Browser. By itself, so that an exam needn't load the whole parser to ask. */
export const saysSafeExamBrowser = (userAgent: string): boolean => /\bSEB(?![a-z\d])|\bSafe ?Exam ?Browser\b/.test(userAgent)
