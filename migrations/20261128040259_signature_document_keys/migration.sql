CREATE TABLE "signature_document_keys" (
	"id" uuid PRIMARY KEY,
	"certificate" text NOT NULL,
	"private_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"retired_at" timestamp with time zone
);
--> statement-breakpoint
SELECT audit_table('signature_document_keys', key => '{id}', plain => '{certificate,created_at,retired_at}', secret => '{private_key}', ignored => '{id}');
