import type { ShippedText } from '../exam-messages.ts'

/** The texts of the calculator and the workings box, with their default wording. */
export const toolsMessages: Readonly<Record<string, ShippedText>> = {
  'tools.label': { en: 'Tools for this question', ar: 'أدوات هذا السؤال' },
  'tools.calculator': { en: 'Calculator', ar: 'الآلة الحاسبة' },
  'tools.display': { en: 'Calculator display', ar: 'شاشة الآلة الحاسبة' },
  'tools.keys': { en: 'Calculator keys', ar: 'أزرار الآلة الحاسبة' },
  'tools.clear': { en: 'Clear', ar: 'مسح الكل' },
  'tools.back': { en: 'Delete the last character', ar: 'حذف آخر رمز' },
  'tools.sign': { en: 'Change the sign', ar: 'تغيير الإشارة' },
  'tools.percent': { en: 'Percent', ar: 'بالمئة' },
  'tools.root': { en: 'Square root', ar: 'الجذر التربيعي' },
  'tools.plus': { en: 'plus', ar: 'زائد' },
  'tools.minus': { en: 'minus', ar: 'ناقص' },
  'tools.times': { en: 'times', ar: 'ضرب' },
  'tools.divided': { en: 'divided by', ar: 'قسمة' },
  'tools.equals': { en: 'equals', ar: 'يساوي' },
  'tools.point': { en: 'point', ar: 'فاصلة عشرية' },
  'tools.division-by-zero': { en: 'Can’t divide by zero', ar: 'لا تجوز القسمة على صفر' },
  'tools.root-of-negative': { en: 'No root of a number below zero', ar: 'لا جذر لعدد أصغر من الصفر' },
  'tools.too-large': { en: 'This number is too large', ar: 'هذا العدد كبير جدًا' },
  'tools.workings': { en: 'Workings', ar: 'خطوات الحل' },
  'tools.workingsFull': {
    en: 'This is as much as your workings can hold ({most} characters).',
    ar: 'هذا أقصى ما تتسع له خطوات الحل ({most} حرف).',
  },
  'tools.workingsNoPaste': { en: 'Nothing can be pasted here.', ar: 'لا يمكن لصق شيء هنا.' },
}
