// Binds the inputs of a form to what has been entered. Pure.

/** The names of the fields that hold a `T`. */
type Names<D, T> = { [Name in keyof D & string]: D[Name] extends T ? Name : never }[keyof D & string];

/**
 * Gives the properties of inputs: the value of a field, what enters another one, and why it was refused, by `refused`. `text` is
 * for inputs and choices of a text, `check` for checkboxes.
 */
export function bound<D extends object>(
  draft: D,
  onChange: (draft: D) => void,
  refused: Readonly<Record<string, string>> = {},
) {
  return {
    text: (name: Names<D, string>) => ({
      value: draft[name] as string,
      error: refused[name],
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
        onChange({ ...draft, [name]: currentTarget.value }),
    }),
    check: (name: Names<D, boolean>) => ({
      checked: draft[name] as boolean,
      onChange: ({ currentTarget }: { currentTarget: { checked: boolean } }) =>
        onChange({ ...draft, [name]: currentTarget.checked }),
    }),
  };
}
