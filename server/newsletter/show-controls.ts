/** A text with what cannot be seen, nor kept as JSON in the database, written out: 'a[U+0000]b'. Ends of lines stay. */
export function showControls(text: string): string {
  return text.replaceAll(
    /(?![\n\t])[\p{Cc}\p{Cs}]/gu,
    (character) => `[U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
  )
}
