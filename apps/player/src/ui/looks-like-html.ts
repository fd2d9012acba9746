const element =
  /<\/?(a|abbr|audio|b|bdi|bdo|blockquote|br|caption|cite|code|col|colgroup|dd|del|div|dl|dt|em|figcaption|figure|font|h[1-6]|hr|i|img|ins|kbd|li|mark|math|ol|p|pre|q|s|samp|small|span|strong|sub|sup|table|tbody|td|tfoot|th|thead|tr|tt|u|ul|var|wbr)(\s[^<>]*)?\/?>/i

/** Whether a text is HTML: it holds a tag that HTML knows. `if a < b and c > d` isn't; neither is `std::vector<int>`. */
export const looksLikeHtml = (text: string): boolean => element.test(text)
