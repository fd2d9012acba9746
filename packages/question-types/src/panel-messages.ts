/** The texts of the message catalogue that the panels ask for, with their default wording. */
export const panelMessages: Record<string, string> = {
  'question.unsupportedType': 'Unsupported questionType type: {type}',
  'question.unsupportedHelp':
    'This player can’t show this question. You can go on with the others, and none of your answers is lost.',
  'question.nothingToAnswer': 'There is nothing to answer here.',
  'question.chooseExactly': 'Choose {count} options.',
  'question.chooseAtLeast': 'Choose at least {min} options.',
  'question.chooseAtMost': 'Choose up to {max} options.',
  'question.chooseBetween': 'Choose {min} to {max} options.',
  'question.chooseAny': 'Choose all that apply.',
  'question.tooManyTitle': 'Too many options',
  'question.tooManyOptions': 'You have already selected {max} options!',
  'question.tooManyHelp': 'Confirm takes back what you ticked last. To choose it instead, untick another option first.',
  'question.tooManyConfirm': 'Confirm',
  'question.writeHere': 'Your answer',
  'question.noPaste': 'Copying, pasting and dropping text are switched off here. Please type your answer.',
  'question.oneWord': '1 WORD',
  'question.words': '{count} WORDS',
  'question.nothingToDo': 'There is nothing to do on this page. Go on to the next one when you are ready.',
  'question.evidence': 'Please upload your evidence',
}
