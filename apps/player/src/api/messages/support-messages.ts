import type { MessageSet } from './catalogue.ts'

/** Texts of what administrators use to help. The ones that the specification words stand as it words them. */
export const supportMessages = {
  'bug.title': { en: 'Report a bug', ar: 'الإبلاغ عن خلل' },
  'bug.description': { en: 'What went wrong?', ar: 'ما الذي حدث؟' },
  'bug.descriptionHelp': {
    en: 'What was being done, what was expected, and what happened instead.',
    ar: 'ما الذي كان يجري، وما المتوقع، وما الذي حدث بدلًا منه.',
  },
  'bug.user': { en: 'Whom does it concern?', ar: 'من يعنيه الأمر؟' },
  'bug.exam': { en: 'Which exam?', ar: 'أي اختبار؟' },
  'bug.notSpecified': { en: 'Not specified', ar: 'غير محدد' },
  'bug.start': { en: 'It began at about (if known)', ar: 'بدأ تقريبًا في (إن عُرف)' },
  'bug.end': { en: 'It ended at about (if known)', ar: 'انتهى تقريبًا في (إن عُرف)' },
  'bug.submit': { en: 'Send', ar: 'إرسال' },
  'bug.cancel': { en: 'Close without sending', ar: 'إغلاق دون إرسال' },
  'bug.ok': { en: 'OK', ar: 'موافق' },
  'bug.laterThanNow': { en: "Bug time can't be later than now", ar: 'لا يمكن أن يكون وقت الخلل بعد الآن' },
  'bug.endBeforeStart': {
    en: "Bug end time can't happen before start time",
    ar: 'لا يمكن أن ينتهي الخلل قبل وقت بدايته',
  },
  'bug.reported': {
    en: 'Your bug has been reported! We will investigate it shortly',
    ar: 'تم الإبلاغ عن الخلل! سنحقق فيه قريبًا',
  },
  'bug.failed': {
    en: 'Bug submission failed. Please try again in a few minutes',
    ar: 'تعذر إرسال البلاغ. يرجى المحاولة مرة أخرى بعد بضع دقائق',
  },
} as const satisfies MessageSet
