CREATE TABLE "mail_campaign_links" (
	"campaign_id" uuid,
	"language" text,
	"links" text[] NOT NULL,
	CONSTRAINT "mail_campaign_links_pkey" PRIMARY KEY("campaign_id","language")
);
--> statement-breakpoint
ALTER TABLE "mail_campaign_links" ADD CONSTRAINT "mail_campaign_links_campaign_id_campaigns_id_fkey" FOREIGN KEY ("campaign_id") REFERENCES "campaigns"("id") ON DELETE CASCADE;