// Formats of numbers, times and names, each made once: to make one takes a hundred times as long as to use it, and a table
// that is scrolled uses some in each row. Pure but for what it keeps.

export const numberFormat = kept(
  (language, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options),
);
export const dateFormat = kept(
  (language, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options),
);
export const agoFormat = kept(
  (language, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(language, options),
);
export const nameFormat = kept(
  (language, options: Intl.DisplayNamesOptions) => new Intl.DisplayNames(language, options),
);

function kept<Options, Format>(
  make: (language: string, options: Options) => Format,
): (language: string, options: Options) => Format {
  const formats = new Map<string, Format>();
  return (language, options) => {
    const key = `${language} ${JSON.stringify(options)}`;
    const format = formats.get(key) ?? make(language, options);
    formats.set(key, format);
    return format;
  };
}
