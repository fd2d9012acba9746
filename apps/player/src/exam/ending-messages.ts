import type { ShippedText } from './exam-messages.ts'

/**
 * The texts of finishing an exam, a part or a practice exam, and of its extension. All of them know `{exam}`, `{part}` and
 * `{nextPart}`, so that an organisation may name these in its own wording.
 */
export const endingMessages: Readonly<Record<string, ShippedText>> = {
  'exam.finishTitle': { en: 'Finish {exam}?', ar: 'إنهاء {exam}؟' },
  'exam.finishText': {
    en: 'After finishing you can’t change your answers any more.',
    ar: 'بعد الإنهاء لن تتمكن من تغيير إجاباتك.',
  },
  'exam.finishConfirm': { en: 'Finish', ar: 'إنهاء' },
  'exam.finishCancel': { en: 'Go on answering', ar: 'متابعة الإجابة' },
  'exam.practiceFinishTitle': { en: 'Finish the practice {exam}?', ar: 'إنهاء التدريب {exam}؟' },
  'exam.practiceFinishText': { en: 'You will see how you did.', ar: 'سترى نتيجتك.' },
  'exam.partFinishTitle': { en: 'Finish {part}?', ar: 'إنهاء {part}؟' },
  'exam.partFinishText': {
    en: 'You go on to {nextPart}. You can’t come back to {part} or change your answers in it.',
    ar: 'ستنتقل إلى {nextPart}. لن تتمكن من العودة إلى {part} أو تغيير إجاباتك فيه.',
  },
  'exam.unansweredTitle': { en: 'Some questions have no answer yet', ar: 'بعض الأسئلة بلا إجابة' },
  'exam.unansweredText': {
    en: 'Choose one to go back to it, or finish all the same.',
    ar: 'اختر سؤالًا للعودة إليه، أو أنهِ الامتحان على أي حال.',
  },
  'exam.practiceUnansweredTitle': { en: 'Some questions have no answer yet', ar: 'بعض الأسئلة بلا إجابة' },
  'exam.practiceUnansweredText': {
    en: 'Choose one to go back to it, or finish the practice all the same.',
    ar: 'اختر سؤالًا للعودة إليه، أو أنهِ التدريب على أي حال.',
  },
  'exam.partUnansweredTitle': { en: 'Some questions in {part} have no answer yet', ar: 'بعض الأسئلة في {part} بلا إجابة' },
  'exam.partUnansweredText': {
    en: 'Choose one to go back to it, or go on to {nextPart} all the same.',
    ar: 'اختر سؤالًا للعودة إليه، أو انتقل إلى {nextPart} على أي حال.',
  },
  'exam.unansweredConfirm': { en: 'Finish all the same', ar: 'إنهاء على أي حال' },
  'exam.partFinishedTitle': { en: 'The time for {part} is over', ar: 'انتهى وقت {part}' },
  'exam.partFinishedText': {
    en: 'Your answers are kept. You go on to {nextPart}, and its time starts when you do.',
    ar: 'إجاباتك محفوظة. ستنتقل إلى {nextPart}، ويبدأ وقته عند انتقالك.',
  },
  'exam.partFinishedConfirm': { en: 'Continue', ar: 'متابعة' },
  'exam.thisPart': { en: 'this part', ar: 'هذا الجزء' },
  'exam.nextPart': { en: 'the next part', ar: 'الجزء التالي' },

  'exam.timeUpTitle': { en: 'Your time is up', ar: 'انتهى وقتك' },
  'exam.extensionQuestion': {
    en: 'You can ask your invigilator to extend {exam}. Do you want to ask?',
    ar: 'يمكنك أن تطلب من المراقب تمديد {exam}. هل تريد أن تطلب؟',
  },
  'exam.extensionNoFinishes': {
    en: 'Your answers are saved. With No, {exam} finishes now.',
    ar: 'إجاباتك محفوظة. إذا اخترت لا، فسينتهي {exam} الآن.',
  },
  'exam.extensionUnreachable': {
    en: 'Your request could not be sent. Please try again, or speak to your invigilator.',
    ar: 'تعذّر إرسال طلبك. يرجى المحاولة مجددًا أو التحدث إلى المراقب.',
  },
  'exam.extensionYes': { en: 'Yes, ask for more time', ar: 'نعم، اطلب وقتًا إضافيًا' },
  'exam.extensionNo': { en: 'No, finish now', ar: 'لا، أنهِ الآن' },
  'exam.extensionAsking': { en: 'Sending your request…', ar: 'جارٍ إرسال طلبك…' },
  'exam.extensionWaiting': {
    en: 'Your invigilator has been asked. Please wait for the answer.',
    ar: 'تم إرسال الطلب إلى المراقب. يرجى انتظار الرد.',
  },
  'exam.extensionCancelFinishes': {
    en: 'Your answers are saved. If you cancel, {exam} finishes now.',
    ar: 'إجاباتك محفوظة. إذا ألغيت الطلب، فسينتهي {exam} الآن.',
  },
  'exam.extensionCancel': { en: 'Cancel and finish now', ar: 'إلغاء الطلب والإنهاء الآن' },
  'exam.extensionAgreedTitle': { en: 'You have more time', ar: 'لديك وقت إضافي' },
  'exam.extensionAgreed': {
    en: 'Invigilator has agreed to extend this {exam} by {duration}',
    ar: 'وافق المراقب على تمديد {exam} لمدة {duration}',
  },
  'exam.extensionDeclined': {
    en: 'Invigilator has not agreed to extend this {exam}. Your {exam} will finish now',
    ar: 'لم يوافق المراقب على تمديد {exam}. سينتهي {exam} الآن',
  },
  'exam.extensionWithdrawn': {
    en: 'The request to extend {exam} was withdrawn. Your {exam} will finish now',
    ar: 'تم سحب طلب تمديد {exam}. سينتهي {exam} الآن',
  },
  'exam.extensionContinue': { en: 'Continue', ar: 'متابعة' },
  'exam.extensionFinish': { en: 'Finish', ar: 'إنهاء' },
  'exam.extensionReopening': { en: '{exam} opens again', ar: 'يُعاد فتح {exam}' },
  'exam.extending': { en: 'Extending Exam', ar: 'تمديد الامتحان' },
  'exam.extendingHelp': {
    en: 'Your invigilator has given you more time. Your exam opens again by itself in less than a minute. Your answers are saved.',
    ar: 'منحك المراقب وقتًا إضافيًا. سيُعاد فتح امتحانك تلقائيًا خلال أقل من دقيقة. إجاباتك محفوظة.',
  },
  'exam.timeGiven': {
    en: 'Your invigilator has given you {duration} more.',
    ar: 'منحك المراقب {duration} إضافية.',
  },
  'exam.timeGivenClose': { en: 'Close this message', ar: 'إغلاق هذه الرسالة' },

  'exam.durationMinute': { en: '1 minute', ar: 'دقيقة واحدة' },
  'exam.durationMinutes': { en: '{minutes} minutes', ar: '{minutes} دقيقة' },
  'exam.durationSecond': { en: '1 second', ar: 'ثانية واحدة' },
  'exam.durationSeconds': { en: '{seconds} seconds', ar: '{seconds} ثانية' },
  'exam.durationAnd': { en: '{minutes} and {seconds}', ar: '{minutes} و{seconds}' },
  'exam.durationInvalid': { en: 'Invalid input', ar: 'إدخال غير صالح' },

  'exam.closedQuestionTitle': { en: 'That question can’t be opened', ar: 'لا يمكن فتح هذا السؤال' },
  'exam.closedQuestion': {
    en: 'It is in a part that you have finished, or in one that comes later. Your answers are saved, and you are still at your question.',
    ar: 'هو في جزء أنهيته، أو في جزء يأتي لاحقًا. إجاباتك محفوظة، وما زلت عند سؤالك.',
  },
  'exam.closedQuestionConfirm': { en: 'OK', ar: 'موافق' },
}
