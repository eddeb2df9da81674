// A type of browsers that the generated code names, and that Node's types lack.
type BodyInit = NonNullable<RequestInit['body']>;
