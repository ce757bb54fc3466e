/** Reads the groups of "Name: value" lines that machine-readable reports are made of (RFC 3464, RFC 5965).
 *  @returns one map a group, by lower-cased name; of a name that comes twice, the first value */
export function parseFields(text: string): ReadonlyMap<string, string>[] {
  // A value that goes on in the next line begins that with a space.
  const unfolded = text.replace(/\r\n?/g, '\n').replace(/\n[ \t]+(?=\S)/g, ' ')
  return unfolded
    .split(/\n[ \t]*\n/)
    .map((group) => {
      const fields = new Map<string, string>()
      for (const line of group.split('\n')) {
        const [, name = '', value = ''] = /^([\w-]+)[ \t]*:(.*)$/.exec(line) ?? []
        if (name !== '' && !fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value.trim())
      }
      return fields
    })
    .filter((fields) => fields.size > 0)
}
