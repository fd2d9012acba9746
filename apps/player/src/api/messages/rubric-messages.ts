import type { MessageSet } from './catalogue.ts'

/** Texts of the rubric page. The ones that the specification words stand as it words them. */
export const rubricMessages = {
  'rubric.title': { en: 'Welcome', ar: 'مرحبًا' },
  'rubric.intro': {
    en: 'Before you go on, please confirm that these details are yours and that you have read the instructions.',
    ar: 'قبل المتابعة، يرجى تأكيد أن هذه البيانات تخصك وأنك قرأت التعليمات.',
  },
  'rubric.instructionsTitle': { en: 'Instructions', ar: 'التعليمات' },
  'rubric.instructions': {
    en: 'Work on your own and without help that your centre hasn’t allowed. Your answers are saved as you give them. If the connection is lost, carry on: they are kept on this device and sent when it returns. If anything is wrong, tell the invigilator.',
    ar: 'اعمل بمفردك ومن دون مساعدة لم يسمح بها مركزك. تُحفظ إجاباتك أثناء تقديمها. إذا انقطع الاتصال فتابع: تبقى محفوظة على هذا الجهاز وتُرسل عند عودته. إذا واجهت أي مشكلة فأخبر المراقب.',
  },
  'rubric.confirmationsTitle': { en: 'Please confirm', ar: 'يرجى التأكيد' },
  'rubric.confirmName': { en: 'I confirm that my name is {name}', ar: 'أؤكد أن اسمي هو {name}' },
  'rubric.confirmInstructions': { en: 'I confirm that I have read the instructions', ar: 'أؤكد أنني قرأت التعليمات' },
  'rubric.confirmDob': { en: 'I confirm that my date of birth is {date}', ar: 'أؤكد أن تاريخ ميلادي هو {date}' },
  'rubric.pickDob': { en: 'Date of birth', ar: 'تاريخ الميلاد' },
  'rubric.day': { en: 'Day', ar: 'اليوم' },
  'rubric.month': { en: 'Month', ar: 'الشهر' },
  'rubric.year': { en: 'Year', ar: 'السنة' },
  'rubric.dobNoMatch': {
    en: 'This isn’t the date of birth that we have. Please check it.',
    ar: 'هذا ليس تاريخ الميلاد المسجل لدينا. يرجى التحقق منه.',
  },
  'rubric.confirmIdentifier': { en: 'I can confirm that my {type} is {value}', ar: 'أؤكد أن {type} الخاص بي هو {value}' },
  'rubric.identifierNoMatch': {
    en: 'This isn’t the {type} that we have. Please check it.',
    ar: 'هذا ليس {type} المسجل لدينا. يرجى التحقق منه.',
  },
  'rubric.matches': { en: 'Confirmed', ar: 'تم التأكيد' },
  'rubric.identifierNi': { en: 'National Insurance Number (NI)', ar: 'رقم التأمين الوطني (NI)' },
  'rubric.identifierPps': { en: 'Personal Public Service Number (PPS)', ar: 'رقم الخدمة العامة الشخصي (PPS)' },
  'rubric.identifierOther': { en: 'Learner Identifier', ar: 'معرّف المتعلم' },
  'rubric.notSent': {
    en: 'This could not be sent. Please check your connection and press Next again.',
    ar: 'تعذّر الإرسال. يرجى التحقق من اتصالك ثم الضغط على «التالي» مرة أخرى.',
  },
  'rubric.refused': {
    en: 'What you confirmed is not what we have on record. Please ask whoever runs your exam.',
    ar: 'ما أكدته لا يطابق ما لدينا في السجل. يرجى سؤال الجهة المسؤولة عن اختبارك.',
  },
  'rubric.next': { en: 'Next', ar: 'التالي' },
} as const satisfies MessageSet
