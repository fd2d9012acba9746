/** Whether HTML shows anything: a text, an image, a sound, a film or a formula. */
export const hasContent = (html: string): boolean =>
  /<(img|audio|video|math|svg)\b/i.test(html) || html.replace(/<[^>]*>|&nbsp;|\s/gi, '') !== ''
