/** The Arabic wording of the texts that the question panels ask for; their English stands with the panels. */
export const panelTranslations: Readonly<Record<string, string>> = {
  'question.unsupportedType': 'نوع السؤال غير مدعوم: {type}',
  'question.unsupportedHelp': 'لا يستطيع هذا المشغّل عرض هذا السؤال. يمكنك متابعة بقية الأسئلة، ولم تُفقد أي من إجاباتك.',
  'question.nothingToAnswer': 'لا يوجد هنا ما يُجاب عنه.',
  'question.chooseExactly': 'اختر {count} من الخيارات.',
  'question.chooseAtLeast': 'اختر {min} من الخيارات على الأقل.',
  'question.chooseAtMost': 'اختر ما لا يزيد على {max} من الخيارات.',
  'question.chooseBetween': 'اختر من {min} إلى {max} من الخيارات.',
  'question.chooseAny': 'اختر كل ما ينطبق.',
  'question.tooManyTitle': 'خيارات أكثر من اللازم',
  'question.tooManyOptions': 'لقد اخترت بالفعل {max} من الخيارات!',
  'question.tooManyHelp': 'يلغي التأكيد آخر ما حددته. لاختياره بدلًا من غيره، ألغِ تحديد خيار آخر أولًا.',
  'question.tooManyConfirm': 'تأكيد',
  'question.writeHere': 'إجابتك',
  'question.noPaste': 'النسخ واللصق وإفلات النص معطلة هنا. يرجى كتابة إجابتك.',
  'question.oneWord': 'كلمة واحدة',
  'question.words': '{count} كلمة',
}
