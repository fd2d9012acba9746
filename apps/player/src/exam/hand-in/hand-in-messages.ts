import type { ShippedText } from '../exam-messages.ts'

/** The texts of the file in which answers that can't be sent are handed to staff. */
export const handInMessages: Readonly<Record<string, ShippedText>> = {
  'handIn.save': { en: 'Save your answers as a file', ar: 'حفظ إجاباتك في ملف' },
  'handIn.help': {
    en: 'You can save your answers as a file, and give it to your invigilator or to whoever runs your exam. They can put them on the server with it.',
    ar: 'يمكنك حفظ إجاباتك في ملف وإعطاؤه للمراقب أو للمسؤول عن امتحانك. يمكنه بواسطته وضعها على الخادم.',
  },
  'handIn.saved': {
    en: 'The file is in your downloads. Don’t change it, and give it to your invigilator.',
    ar: 'الملف في مجلد التنزيلات. لا تغيّره، وأعطِه للمراقب.',
  },
  'handIn.failed': {
    en: 'The file could not be saved. Please tell your invigilator before you leave this device.',
    ar: 'تعذّر حفظ الملف. يرجى إبلاغ المراقب قبل أن تغادر هذا الجهاز.',
  },
  'handIn.about': {
    en: 'This file holds answers of an exam that could not be sent. Whoever runs the exam puts them on the server with: sitwell hand-in FILE. It is sealed: once it is changed, it isn’t taken any more.',
    ar: 'يحتوي هذا الملف على إجابات امتحان تعذّر إرسالها. يضعها المسؤول عن الامتحان على الخادم بالأمر: sitwell hand-in FILE. والملف مختوم: إذا تغيّر فلن يُقبل.',
  },
}
