import type { ShippedText } from '../exam-messages.ts'

/** The texts of what follows an exam, beside those of its result, with their default wording. */
export const outroMessages: Readonly<Record<string, ShippedText>> = {
  'outro.awaitingPerson': {
    en: 'One of your answers is read and marked by a person. You will be told the result.',
    ar: 'يقرأ أحد المصحّحين واحدة من إجاباتك ويصحّحها. ستُبلَّغ بالنتيجة.',
  },
  'outro.awaitingPersons': {
    en: '{count} of your answers are read and marked by a person. You will be told the result.',
    ar: 'يقرأ أحد المصحّحين {count} من إجاباتك ويصحّحها. ستُبلَّغ بالنتيجة.',
  },
  'outro.lateAnswers': {
    en: 'Answers received after the time was over: {count}. They are kept, and don’t count unless the exam’s staff accept them.',
    ar: 'إجابات وصلت بعد انتهاء الوقت: {count}. وهي محفوظة، ولا تُحتسب إلا إذا قبلها المسؤولون عن الامتحان.',
  },
  'outro.pausedAnswers': {
    en: 'Answers given while the exam was paused: {count}. They are kept, and don’t count unless the exam’s staff accept them.',
    ar: 'إجابات أُعطيت أثناء توقف الامتحان: {count}. وهي محفوظة، ولا تُحتسب إلا إذا قبلها المسؤولون عن الامتحان.',
  },
  'outro.barredAnswers': {
    en: 'Answers to a part that was closed, or could only be read: {count}. They are kept, and don’t count.',
    ar: 'إجابات في جزء كان مغلقًا أو للقراءة فقط: {count}. وهي محفوظة، ولا تُحتسب.',
  },
  'outro.reviewAnswers': {
    en: 'Answers received after the time was over that may have been given in time: {count}. The exam’s staff look at them and decide whether they count.',
    ar: 'إجابات وصلت بعد انتهاء الوقت وربما أُعطيت في الوقت: {count}. ينظر فيها المسؤولون عن الامتحان ويقررون هل تُحتسب.',
  },
  'outro.markToldAnswers': {
    en: 'Answers received after a result of this exam was shown: {count}. They are kept, and don’t count.',
    ar: 'إجابات وصلت بعد عرض نتيجة لهذا الامتحان: {count}. وهي محفوظة، ولا تُحتسب.',
  },
  'outro.countedAnswers': {
    en: 'Answers that reached the server late and count: {count}.',
    ar: 'إجابات وصلت إلى الخادم متأخرة وتُحتسب: {count}.',
  },
  'outro.answersThere': {
    en: 'Answers on the server: {count}. Nothing is only on this device.',
    ar: 'إجابات على الخادم: {count}. لا شيء على هذا الجهاز وحده.',
  },
  'outro.answersOnlyHere': {
    en: 'Answers that are only on this device: {count}. On the server: {there}.',
    ar: 'إجابات على هذا الجهاز وحده: {count}. على الخادم: {there}.',
  },
  'outro.answersChecking': {
    en: 'The server is being asked whether it still has all of your answers. Please stay on this page.',
    ar: 'يجري سؤال الخادم هل ما زال يحتفظ بجميع إجاباتك. يرجى البقاء في هذه الصفحة.',
  },
  'outro.answersUnanswered': {
    en: 'The server can’t be asked whether it still has all of your answers. It is tried again by itself: please stay on this page.',
    ar: 'يتعذّر سؤال الخادم هل ما زال يحتفظ بجميع إجاباتك. تُعاد المحاولة تلقائيًا: يرجى البقاء في هذه الصفحة.',
  },
  'outro.answersUnknown': {
    en: 'This browser can’t say whether all of your answers are on the server: what it keeps of them can’t be read.',
    ar: 'لا يستطيع هذا المتصفح معرفة هل جميع إجاباتك على الخادم: تتعذّر قراءة ما يحتفظ به منها.',
  },
  'outro.answersUnknownWhatToDo': {
    en: 'Please tell your invigilator before you leave this device, and don’t clear this browser.',
    ar: 'يرجى إبلاغ المراقب قبل أن تغادر هذا الجهاز، ولا تمسح بيانات هذا المتصفح.',
  },
  'outro.answerWaits': { en: 'not sent yet; it is tried again by itself', ar: 'لم تُرسل بعد؛ وتُعاد المحاولة تلقائيًا' },
  'outro.answerRefused': { en: 'the server refused it', ar: 'رفضها الخادم' },
  'outro.filesLost': {
    en: 'Files that neither the server nor this device has any more: {count}.',
    ar: 'ملفات لم تعد على الخادم ولا على هذا الجهاز: {count}.',
  },
  'outro.filesLostWhatToDo': {
    en: 'The server had them, and had to go back to an earlier state. Please tell your invigilator, and keep your own copies.',
    ar: 'كانت على الخادم، ثم اضطر إلى العودة إلى حالة سابقة. يرجى إبلاغ المراقب والاحتفاظ بنسخك.',
  },
  'outro.answersWhatToDo': {
    en: 'Please tell your invigilator before you leave this device, and don’t clear this browser. What can be sent is sent when you sign in here again.',
    ar: 'يرجى إبلاغ المراقب قبل أن تغادر هذا الجهاز، ولا تمسح بيانات هذا المتصفح. ما يمكن إرساله يُرسل عندما تسجّل الدخول هنا مرة أخرى.',
  },
  'outro.completeNotAll': {
    en: 'Your exam is complete. Some answers are only on this device: please stay on this page.',
    ar: 'اكتمل امتحانك. بعض الإجابات على هذا الجهاز وحده: يرجى البقاء في هذه الصفحة.',
  },
  'outro.completeLooking': {
    en: 'Your exam is complete. This page is finding out whether all of your answers are on the server.',
    ar: 'اكتمل امتحانك. تتحقق هذه الصفحة من وجود جميع إجاباتك على الخادم.',
  },
  'outro.completeUnknown': {
    en: 'Your exam is complete. Please read what stands below.',
    ar: 'اكتمل امتحانك. يرجى قراءة ما يلي.',
  },
  'outro.completeFilesLost': {
    en: 'Your exam is complete. Some files are missing: please read what stands below.',
    ar: 'اكتمل امتحانك. بعض الملفات مفقودة: يرجى قراءة ما يلي.',
  },
  'outro.timeLeftTitle': { en: 'You have more time', ar: 'لديك مزيد من الوقت' },
  'outro.timeLeft': {
    en: 'Your time is not over yet: there is more of it than this device knew of. Your exam is open again, with all your answers.',
    ar: 'لم ينته وقتك بعد: بقي منه أكثر مما كان هذا الجهاز يعرف. امتحانك مفتوح من جديد بكل إجاباتك.',
  },
  'outro.reopenedTitle': { en: 'Your exam is open again', ar: 'امتحانك مفتوح من جديد' },
  'outro.reopened': {
    en: 'Your exam has been opened again. All your answers are there, and you can go on where you were.',
    ar: 'أُعيد فتح امتحانك. كل إجاباتك موجودة، ويمكنك المتابعة من حيث كنت.',
  },
  'outro.timeLeftLater': { en: 'Not now', ar: 'ليس الآن' },
  'outro.finishedByServer': {
    en: 'Your exam has ended because its time was over. What this page still held has been sent.',
    ar: 'انتهى امتحانك لأن وقته انقضى. وقد أُرسل كل ما بقي في هذه الصفحة.',
  },
  'outro.finishedElsewhere': {
    en: 'Your exam was finished on another device or by staff. What this page still held has been sent.',
    ar: 'أُنهي امتحانك على جهاز آخر أو من المسؤولين. وقد أُرسل كل ما بقي في هذه الصفحة.',
  },
  'outro.timeLeftGoOn': { en: 'Go on with the exam', ar: 'متابعة الامتحان' },
  'outro.soFar': { en: '{marks} of {total} marks so far', ar: '{marks} من {total} من الدرجات حتى الآن' },
  'outro.stillOpen': {
    en: 'What is still to be marked may bring up to {marks} more.',
    ar: 'قد يضيف ما لم يُصحَّح بعد ما يصل إلى {marks} من الدرجات.',
  },
  'outro.held': {
    en: 'An answer arrived after you had finished, and your exam is being marked again. Please look again a little later.',
    ar: 'وصلت إجابة بعد إنهائك الامتحان، ويُعاد تصحيحه الآن. يرجى الاطلاع مجددًا بعد قليل.',
  },
  'outro.unmarked': { en: 'This exam isn’t marked.', ar: 'هذا الامتحان لا يُصحَّح.' },
  'outro.again': { en: 'Look again', ar: 'الاطلاع مجددًا' },
  'outro.completedAt': { en: 'Completed on {date}', ar: 'اكتمل في {date}' },
  'outro.attempts': { en: 'Your attempts', ar: 'محاولاتك' },
  'outro.attempt': { en: 'Attempt {number}', ar: 'المحاولة {number}' },
  'outro.prepareFile': { en: 'Prepare your results for downloading', ar: 'تحضير نتائجك للتنزيل' },
  'outro.fetchingHelp': { en: 'We are asking the server for it.', ar: 'نطلبها من الخادم الآن.' },
  'outro.resultUnreachable': {
    en: 'Your result can’t be shown without a connection. It is kept on the server: try again when you are back online.',
    ar: 'لا يمكن عرض نتيجتك من دون اتصال. وهي محفوظة على الخادم: حاول مجددًا عند عودة الاتصال.',
  },
  'outro.resultOver': { en: 'This result is shown no longer', ar: 'لم تعد هذه النتيجة معروضة' },
  'outro.resultOverHelp': {
    en: 'Your organisation shows results for a limited time. Your exam is kept; ask your organisation about its result.',
    ar: 'تعرض مؤسستك النتائج لمدة محدودة. امتحانك محفوظ؛ اسأل مؤسستك عن نتيجته.',
  },
  'outro.noResult': { en: 'There is no result here yet', ar: 'لا توجد نتيجة هنا بعد' },
  'outro.noResultHelp': {
    en: 'You have not completed this exam. You find it in your list of assessments.',
    ar: 'لم تُكمل هذا الامتحان. ستجده في قائمة تقييماتك.',
  },
  'outro.stopWaiting': { en: 'Go on without the result', ar: 'المتابعة دون النتيجة' },
  'outro.resit': { en: 'Resit', ar: 'إعادة الامتحان' },

  'outro.preparingTitle': { en: 'Preparing Results', ar: 'جارٍ تحضير النتائج' },
  'outro.preparing': { en: 'Preparing Your Results For Downloading', ar: 'جارٍ تحضير نتائجك للتنزيل' },
  'outro.downloadTitle': { en: 'Download Results', ar: 'تنزيل النتائج' },
  'outro.download': { en: 'Click Here to Download Your Results', ar: 'انقر هنا لتنزيل نتائجك' },
  'outro.noDownloadTitle': { en: 'Unable to download results', ar: 'تعذّر تنزيل النتائج' },
  'outro.noDownload': {
    en: 'Sorry, we are unable to download your results at present',
    ar: 'عذرًا، لا يمكننا تنزيل نتائجك حاليًا',
  },

  'outro.receipt': { en: 'Receipt', ar: 'إيصال' },
  'outro.receiptConfirmed': {
    en: 'Your answers arrived. The server holds exactly those that are on this device.',
    ar: 'وصلت إجاباتك. يحتفظ الخادم بما على هذا الجهاز منها تمامًا.',
  },
  'outro.receiptDiffers': {
    en: 'For at least one question the server holds something else than this device. That happens when an answer comes after the time is up, or from another device. Keep this receipt and show it to your invigilator.',
    ar: 'يحتفظ الخادم لسؤال واحد على الأقل بغير ما على هذا الجهاز. يحدث ذلك عندما تصل إجابة بعد انتهاء الوقت أو من جهاز آخر. احتفظ بهذا الإيصال وأرِه للمراقب.',
  },
  'outro.receiptCompleted': { en: 'Completed', ar: 'وقت الإكمال' },
  'outro.receiptAnswers': { en: 'Answers that count', ar: 'الإجابات المحتسبة' },
  'outro.receiptOnServer': { en: 'Answers on the server', ar: 'الإجابات على الخادم' },
  'outro.receiptLate': { en: 'Came late', ar: 'وصلت متأخرة' },
  'outro.receiptLateCounts': {
    en: '{counted} counted, {waiting} waiting for the exam’s staff, {notCounted} not counted',
    ar: 'محتسبة: {counted}، بانتظار المسؤولين عن الامتحان: {waiting}، غير محتسبة: {notCounted}',
  },
  'outro.receiptLine': { en: 'Receipt code', ar: 'رمز الإيصال' },
  'outro.receiptHelp': {
    en: 'Keep this code: with it your answers can be checked against what is stored.',
    ar: 'احتفظ بهذا الرمز: به يمكن مقارنة إجاباتك بما هو محفوظ.',
  },
  'outro.copy': { en: 'Copy the code', ar: 'نسخ الرمز' },
  'outro.copied': { en: 'Copied', ar: 'تم النسخ' },
}
