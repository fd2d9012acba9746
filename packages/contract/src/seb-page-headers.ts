/**
 * In which the player tells what the script of Safe Exam Browser says of its keys: engines that send no headers of their own tell them
 * to the page, bound to the page's address. `pages` are those addresses, of which one is the right one, with spaces between them.
 */
export const sebPageHeaders = {
  pages: 'sitwell-seb-pages',
  configKey: 'sitwell-seb-config-key',
  browserExamKey: 'sitwell-seb-browser-exam-key',
} as const
